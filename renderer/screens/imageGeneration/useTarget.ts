import { useState } from 'react';
import type { ImageGenerationTarget } from '../../../shared/contract/imageGeneration.ts';
import { useApplicationState, useCasebook, useWritable } from '../../ui/window/applicationState.ts';
import { fileNameOf, joinPath } from '../../ui/files/paths.ts';
import type { Target } from './fields.tsx';

/** Where the images go, and how a call names that; null while no folder is chosen. */
export function useTarget(what: string): {
  readonly target: Target;
  readonly setTarget: (target: Target) => void;
  readonly asked: ImageGenerationTarget | null;
} {
  const { title } = useCasebook();
  const writable = useWritable();
  const documents = useApplicationState().data?.documents ?? '';
  const suggested = joinPath(documents, `${fileNameOf(title)} ${what}`);
  const [chosen, setChosen] = useState<{ kind: Target['kind']; folder: string | null }>({
    kind: 'casebook',
    folder: null,
  });
  const folder = chosen.folder ?? suggested;
  const kind = writable ? chosen.kind : 'folder';
  return {
    target: { kind, folder },
    setTarget(next) {
      setChosen({ kind: next.kind, folder: next.folder === suggested ? null : next.folder });
    },
    asked: kind === 'casebook' ? { kind } : folder.trim() === '' ? null : { kind, folder: folder.trim() },
  };
}
