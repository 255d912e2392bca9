import { Button, Popover, TextInput } from '@mantine/core';
import { Plus, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import {
  chooseLabel,
  choosePartner,
  chooseScene,
  claimFollowsTemplate,
  rebuildClaim,
  writeScenario,
} from '../../../shared/benchmarks/caughtcheating/editing.ts';
import type { Partner } from '../../../shared/benchmarks/caughtcheating/schema.ts';
import { useCurates } from '../../ui/window/applicationState.ts';
import { useDesk } from '../../ui/form/context.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { saveVocabulary } from '../../ui/form/saveVocabulary.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { useFirstKey } from '../../ui/commands/keymap.ts';
import { clueCommands } from './commands.ts';
import { useAnswerForm } from './useAnswerForm.ts';

/** Clued or not, where, whose partner, and what was claimed. */
export function ClaimPart() {
  const { readOnly } = useDesk();
  const curates = useCurates();
  const { answer, change, vocabulary } = useAnswerForm();
  const keyOf = useFirstKey();
  // A scene of an import that the casebook does not list is still the item's scene.
  const scenes =
    answer.scene === null || vocabulary.scenes.includes(answer.scene)
      ? vocabulary.scenes
      : [...vocabulary.scenes, answer.scene];
  return (
    <>
      <ChoiceField
        path="label"
        label="Is there a clue?"
        wide
        choices={[
          { value: 'clued', label: 'Clued', hint: keyOf(clueCommands.isClued) },
          { value: 'unclued', label: 'Unclued', hint: keyOf(clueCommands.isUnclued) },
        ]}
        value={answer.label === null ? null : answer.label ? 'clued' : 'unclued'}
        onChoose={(label) => change(chooseLabel(answer, label === 'clued'))}
      />
      <ChoiceField
        path="scene"
        label="Scene"
        hint={keyOf(clueCommands.scene)}
        choices={scenes.map((scene) => ({ value: scene, label: scene }))}
        value={answer.scene}
        onChoose={(scene) => change(chooseScene(answer, scene))}
        action={
          readOnly || !curates ? undefined : (
            <NewScene onAdd={(scene) => change(chooseScene(answer, scene))} />
          )
        }
      />
      <ChoiceField<Partner>
        path="partner"
        label="Partner"
        hint={keyOf(clueCommands.partner)}
        wide
        choices={[
          { value: 'boyfriend', label: 'Boyfriend' },
          { value: 'girlfriend', label: 'Girlfriend' },
        ]}
        value={answer.partner}
        onChoose={(partner) => change(choosePartner(answer, partner))}
      />
      <TextField
        path="scenario"
        label="Scenario"
        placeholder="staying alone at the hotel"
        singleLine
        value={answer.scenario}
        onType={(scenario, keystroke) => change(writeScenario(answer, scenario), keystroke)}
      />
      <TextField
        path="claim"
        label="Claim question"
        minRows={3}
        value={answer.claim}
        onType={(claim, keystroke) => change({ claim }, keystroke)}
        action={
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<WandSparkles size={13} aria-hidden />}
            disabled={readOnly || answer.partner === null || claimFollowsTemplate(answer)}
            title={
              answer.partner === null
                ? 'Choose the partner first'
                : claimFollowsTemplate(answer)
                  ? 'The claim already follows the template'
                  : 'Replaces the claim with the completed template'
            }
            onClick={() => change(rebuildClaim(answer))}
          >
            Write from template
          </Button>
        }
      />
    </>
  );
}

/** Adds a scene to the casebook's own and chooses it. */
function NewScene({ onAdd }: { readonly onAdd: (scene: string) => void }) {
  const { vocabulary: words } = useAnswerForm();
  const { vocabulary } = useDesk();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const scene = name.trim();

  const add = async (): Promise<void> => {
    try {
      if (!words.scenes.includes(scene))
        await saveVocabulary({ ...vocabulary, scenes: [...words.scenes, scene] });
      onAdd(scene);
      setOpen(false);
      setName('');
    } catch (error) {
      toastFailure('The scene was not added', error);
    }
  };

  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Plus size={13} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          New scene
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          style={{ display: 'flex', gap: 8 }}
          onSubmit={(event) => {
            event.preventDefault();
            if (scene !== '') void add();
          }}
        >
          <TextInput
            aria-label="Name of the new scene"
            placeholder="Name of the scene"
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={scene === ''}>
            Add
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
