import { Button, TextInput } from '@mantine/core';
import { Fragment } from 'react';
import type { RecruitmentSettings } from '../../../../shared/contract/recruitment.ts';
import { missingCodes } from '../../../../shared/domain/completionCodes.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import classes from './Recruitment.module.css';
import { addressProblem, changedOutcome, type FormPart, prolificAddress } from './settingsForm.ts';

const OUTCOMES = [
  { name: 'complete', title: 'Complete' },
  { name: 'screenedOut', title: 'Screened out' },
  { name: 'attention', title: 'Attention failed' },
] as const;

/** What people take back to where they came from. */
export function OutcomesPart({ settings, change }: FormPart) {
  const { outcomes, panel } = settings;
  const lacking = missingCodes(settings);
  const put = (
    name: (typeof OUTCOMES)[number]['name'],
    changed: Parameters<typeof changedOutcome>[1],
  ): void => {
    const next: RecruitmentSettings['outcomes'] = {
      ...outcomes,
      [name]: changedOutcome(outcomes[name], changed),
    };
    change({ outcomes: next });
  };
  return (
    <section aria-label="Codes and return addresses">
      <h3>Codes and return addresses</h3>
      <p>The last page shows the code and leads to the address. People who do not consent get neither.</p>
      {lacking !== null && <Notice state="pending" title={lacking} />}
      <div className={classes['outcomes']}>
        <span data-head />
        <span data-head>Code</span>
        <span data-head>Address</span>
        <span data-head />
        {OUTCOMES.map(({ name, title }) => {
          const { code, address } = outcomes[name] ?? { code: null, address: null };
          return (
            <Fragment key={name}>
              <span>{title}</span>
              <TextInput
                aria-label={`Code: ${title}`}
                placeholder="no code"
                maxLength={200}
                value={code ?? ''}
                onChange={(event) => {
                  const typed = event.currentTarget.value;
                  put(name, { code: typed === '' ? null : typed });
                }}
              />
              <TextInput
                aria-label={`Address: ${title}`}
                placeholder="https://… or none"
                maxLength={2000}
                value={address ?? ''}
                error={addressProblem(address)}
                onChange={(event) => {
                  const typed = event.currentTarget.value.trim();
                  put(name, { address: typed === '' ? null : typed });
                }}
              />
              {panel === 'prolific' ? (
                <Button
                  variant="default"
                  aria-label={`Fill in Prolific’s address: ${title}`}
                  disabled={code === null || code.trim() === ''}
                  onClick={() => {
                    if (code !== null) put(name, { address: prolificAddress(code) });
                  }}
                >
                  Prolific’s address
                </Button>
              ) : (
                <span />
              )}
            </Fragment>
          );
        })}
      </div>
    </section>
  );
}
