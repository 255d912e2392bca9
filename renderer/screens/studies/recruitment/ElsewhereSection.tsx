import { UnstyledButton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Study, StudyBoard } from '../../../../shared/contract/studies.ts';
import { failureOf, orpc } from '../../../client/index.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useWritable } from '../../../ui/window/applicationState.ts';
import studyClasses from '../Studies.module.css';
import { LiveBoard } from './LiveBoard.tsx';
import { RecruitmentDialog, type RecruitmentStart } from './RecruitmentDialog.tsx';
import classes from './Recruitment.module.css';
import { RecruitmentPanel } from './RecruitmentPanel.tsx';
import { PRESETS } from './recruitmentWords.ts';

/** How people elsewhere come to a study, and how it goes. */
export function ElsewhereSection({
  study,
  board,
}: {
  readonly study: Study;
  readonly board: UseQueryResult<StudyBoard>;
}) {
  const writable = useWritable();
  const isDraft = study.state === 'draft';
  const { data, error } = useQuery(
    orpc.recruitment.get.queryOptions({ input: { id: study.id }, enabled: !isDraft }),
  );
  const [from, setFrom] = useState<RecruitmentStart | null>(null);
  // Without a link, there is nothing to show of a study that is closed or cannot be changed.
  if (!isDraft && data === null && (study.state === 'closed' || !writable)) return null;
  if (!isDraft && data === undefined && error === null) return null;
  return (
    <section className={studyClasses['section']} aria-label="People elsewhere">
      <h2>People elsewhere</h2>
      {isDraft && (
        <p>Once the study is open, you can set up a link that takes people in wherever they are.</p>
      )}
      {error !== null && (
        <Notice state="disputed" title={failureOf(error).message}>
          {failureOf(error).hint}
        </Notice>
      )}
      {data === null && (
        <>
          <p>
            One link takes people in wherever they are, with nothing to install. Choose what to start from;
            you can change everything.
          </p>
          <div className={classes['presets']}>
            {PRESETS.map(({ preset, title, text }) => (
              <UnstyledButton key={preset} className={classes['preset']} onClick={() => setFrom(preset)}>
                <span>{title}</span>
                <span>{text}</span>
              </UnstyledButton>
            ))}
          </div>
        </>
      )}
      {data != null && (
        <>
          <RecruitmentPanel
            study={study}
            recruitment={data}
            editable={writable}
            onChange={() => setFrom(data.settings)}
          />
          <LiveBoard id={study.id} board={board} live={study.state === 'open'} />
        </>
      )}
      <RecruitmentDialog
        study={study}
        arrived={board.data?.numbers?.arrived ?? 0}
        from={from}
        onClose={() => setFrom(null)}
      />
    </section>
  );
}
