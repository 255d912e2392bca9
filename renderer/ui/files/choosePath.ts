import { create } from 'zustand';
import { client } from '../../client/index.ts';

export interface PathRequest {
  readonly kind: 'folder' | 'file' | 'casebook' | 'new';
  readonly title: string;
  /** Where to start looking. */
  readonly suggested?: string;
}

interface PathQuestion {
  readonly request: PathRequest | null;
  readonly answer: (path: string | null) => void;
}

/** What the path picker is asking now. */
export const usePicking = create<PathQuestion>()(() => ({ request: null, answer: () => undefined }));

/** Lets the person choose a path: with the system's dialog, or with Casebook's own where there is none. Null: cancelled. */
export async function choosePath(request: PathRequest): Promise<string | null> {
  const { native, path } = await client.application.choosePath(request);
  if (native) return path;
  usePicking.getState().answer(null);
  return new Promise((resolve) => {
    usePicking.setState({
      request,
      answer: (chosen) => {
        usePicking.setState({ request: null, answer: () => undefined });
        resolve(chosen);
      },
    });
  });
}
