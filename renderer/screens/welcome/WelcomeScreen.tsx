import { Box, Button, ScrollArea, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { BookOpen, BookPlus, CircleQuestionMark, FolderOpen, Images, PackageOpen, Users } from 'lucide-react';
import { runCommand } from '../../ui/commands/commands.ts';
import { enterCasebook, useApplicationState } from '../../ui/window/applicationState.ts';
import { OldElectron } from '../../ui/window/OldElectron.tsx';
import { orpc } from '../../client/index.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { benchmarks } from '../../../shared/benchmarks/registry.ts';
import desk from './desk.webp';
import { openJoinTeam } from './joinTeam.ts';
import { openNewCasebook } from './newCasebook.ts';
import { openCasebookByDialog, openPackageByDialog } from './openCasebookByDialog.ts';
import { RecentCasebooks } from './RecentCasebooks.tsx';
import classes from './WelcomeScreen.module.css';

/** The benchmark whose sample is one click away. */
const FIRST = 'caughtcheating';

/** Where one starts: what one worked on last, a new casebook, one from disk, the sample. */
export function WelcomeScreen() {
  const { data } = useApplicationState();
  const sample = useMutation({
    ...orpc.casebooks.openSample.mutationOptions(),
    onSuccess: enterCasebook,
    onError: (error) => toastFailure('The sample casebook was not opened', error),
  });
  const openSample = (benchmark: string): void => sample.mutate({ benchmark });
  const opening = sample.isPending ? sample.variables?.benchmark : undefined;
  const recent = data?.recent ?? [];
  return (
    <ScrollArea h="100%" type="auto">
      <Box component="main" maw={720} mx="auto" py={32} px="xl">
        <header className={classes['header']}>
          <BookOpen size={32} strokeWidth={1.5} aria-hidden className={classes['mark']} />
          <div>
            <h1>Casebook</h1>
            <p>Build, check and measure benchmarks for multimodal models, offline.</p>
          </div>
          <Box component="span" ml="auto" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {data?.version}
          </Box>
        </header>
        <OldElectron />
        <section className={classes['about']} aria-label="What Casebook is for">
          <div>
            <p>
              <strong>Curate.</strong> Label photos, draw boxes around clues, write and check questions.
              Several people answer blind; adjudicators settle where they differ.
            </p>
            <p>
              <strong>Measure.</strong> Ask people and models the same questions. Judges, people or language
              models, score the answers; agreement says how far to trust every figure.
            </p>
            <p>
              <strong>Publish.</strong> Export the data set in the benchmark’s own format, with its
              reliability.
            </p>
          </div>
          <img
            src={desk}
            width={280}
            height={175}
            alt="The Desk: a clue in its box, and the form beside it"
          />
        </section>
        <div className={classes['actions']}>
          <Button leftSection={<BookPlus size={16} aria-hidden />} onClick={openNewCasebook}>
            New casebook…
          </Button>
          <Button
            variant="default"
            leftSection={<FolderOpen size={16} aria-hidden />}
            onClick={() => void openCasebookByDialog()}
          >
            Open…
          </Button>
          <Tooltip label="Work that somebody sent you in one file">
            <Button
              variant="default"
              leftSection={<PackageOpen size={16} aria-hidden />}
              onClick={() => void openPackageByDialog()}
            >
              Open a package…
            </Button>
          </Tooltip>
          <Tooltip label="With an invitation to your team’s hub">
            <Button variant="default" leftSection={<Users size={16} aria-hidden />} onClick={openJoinTeam}>
              Join a team…
            </Button>
          </Tooltip>
          <Tooltip label="Drawn scenes for trying everything">
            <Button
              variant="default"
              leftSection={<Images size={16} aria-hidden />}
              loading={opening === FIRST}
              disabled={sample.isPending}
              onClick={() => openSample(FIRST)}
            >
              Open the sample casebook
            </Button>
          </Tooltip>
          <Button
            variant="subtle"
            leftSection={<CircleQuestionMark size={16} aria-hidden />}
            onClick={() => runCommand('app.help')}
          >
            Read the guide
          </Button>
        </div>
        <p role="status" className={classes['progress']}>
          {sample.isPending && 'Opening the sample casebook…'}
        </p>
        <RecentCasebooks recent={recent} />
        <p className={classes['hint']}>
          {data?.host === 'desktop'
            ? 'You can also drop a .casebook folder, a package or a data set here: images, or boxes with their images.'
            : 'You can also drop a package or a data set here: images, or boxes with their images.'}
        </p>
        <Box component="h2" mb="xs" fz="sm">
          Benchmarks
        </Box>
        <dl className={classes['benchmarks']}>
          {benchmarks.map(({ id, title, description, sample: own }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>
                {description}
                {own !== undefined && (
                  <Box component="span" display="block">
                    Sample: {own.about}
                  </Box>
                )}
              </dd>
              {own !== undefined && (
                <dd className={classes['open']}>
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={opening === id}
                    disabled={sample.isPending}
                    aria-label={`Open sample of ${title}`}
                    onClick={() => openSample(id)}
                  >
                    Open sample
                  </Button>
                </dd>
              )}
            </div>
          ))}
        </dl>
      </Box>
    </ScrollArea>
  );
}
