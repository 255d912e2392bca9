import { useQuery } from '@tanstack/react-query';
import { counted } from '../../../shared/base/counts.ts';
import type { Study } from '../../../shared/contract/studies.ts';
import { followUpsInWords } from '../../../shared/domain/followUps.ts';
import { whileAwayInWords } from '../../../shared/domain/study.ts';
import { orpc } from '../../client/index.ts';
import { formatDateTime } from '../../ui/text/format.ts';
import { languageTitles } from './studyLooks.ts';
import classes from './Studies.module.css';

/** What a study's settings say, in words. */
export function StudyFacts({ study }: { readonly study: Study }) {
  const { settings, items, createdBy, createdAt } = study;
  const options = useQuery(orpc.studies.options.queryOptions());
  const titleOf = (id: string) => options.data?.conditions.find((each) => each.id === id)?.title ?? id;
  const followUps = options.data?.followUps;
  const { attention, breakEvery, timeLimitSeconds, imageSide } = settings;
  const replaced = Object.keys(settings.replacedTexts ?? {}).length;
  const facts: readonly (readonly [string, string])[] = [
    ['Items', study.state === 'draft' ? `${counted(items, 'item')} at present` : counted(items, 'item')],
    ['Order', settings.order === 'random' ? 'random for each participant' : 'the same for everybody'],
    ['Seed', String(settings.seed)],
    ...(settings.conditions.length > 1
      ? ([['Versions', settings.conditions.map(titleOf).join(', ')]] as const)
      : []),
    ...(study.itemsEach === items
      ? []
      : ([
          [
            'Items per participant',
            `${counted(study.itemsEach, 'item')}${study.apart ? ', never two that reveal each other’s answers' : ''}`,
          ],
        ] as const)),
    ...(settings.practice.length === 0
      ? []
      : ([['Practice', counted(settings.practice.length, 'item')]] as const)),
    ...(followUps == null
      ? []
      : ([[followUps.title, followUpsInWords[settings.followUps ?? 'with_item']]] as const)),
    ...(attention.checks.length === 0
      ? []
      : ([['Checks', `one after every ${counted(attention.every, 'item')}`]] as const)),
    ...(settings.questionnaire === undefined || settings.questionnaire.length === 0
      ? []
      : ([['At the end', counted(settings.questionnaire.length, 'question')]] as const)),
    ...(breakEvery === null ? [] : ([['Breaks', `after every ${counted(breakEvery, 'item')}`]] as const)),
    ...(timeLimitSeconds === null
      ? []
      : ([['Time', `${counted(timeLimitSeconds, 'second')} per question`]] as const)),
    ['Window not in front', whileAwayInWords(settings.whileAway)],
    ...(imageSide === null ? [] : ([['Images', `longest side ${String(imageSide)} px`]] as const)),
    ...(settings.allowBack ? ([['Going back', 'to the previous question']] as const) : []),
    ['Language', languageTitles[settings.language ?? 'en']],
    ...(replaced === 0 ? [] : ([['Replaced texts', counted(replaced, 'text')]] as const)),
    ...(settings.showsProgress === false ? ([['Progress', 'participants do not see it']] as const) : []),
    [
      'Leaving early',
      settings.onWithdrawal === 'delete' ? 'answers are deleted' : 'answers are kept, marked as left early',
    ],
    ['Created', `${formatDateTime(createdAt)} by ${createdBy}`],
  ];
  const { consent, instructions, breaks, thanks } = settings.texts;
  return (
    <>
      <section className={classes['section']} aria-label="Settings">
        <h2>Settings</h2>
        <dl className={classes['figures']}>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      </section>
      <section className={classes['section']} aria-label="Texts">
        <h2>Texts</h2>
        {(
          [
            ['Consent', consent],
            ['Instructions', instructions],
            ['Break', breaks],
            ['Thanks', thanks],
          ] as const
        )
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <details key={name}>
              <summary>{name}</summary>
              <p className={classes['text']}>{text}</p>
            </details>
          ))}
      </section>
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
