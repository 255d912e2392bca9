import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { reportError } from '../ui/window/diagnostics.ts';
import { goTo, places } from '../ui/window/navigate.ts';

interface Props {
  readonly children: ReactNode;
  /** What the boundary stands around; when it changes, the boundary lets the new content in. */
  readonly place: string;
}

interface State {
  readonly error: Error | null;
  readonly place: string;
}

/**
 * Keeps a defect in one screen from taking the window down. Work is safe: edits are on disk or in the save queue,
 * which lives outside of what is drawn.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { error: null, place: props.place };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    reportError(Object.assign(error, { stack: `${error.stack ?? ''}\n${info.componentStack ?? ''}` }));
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <ErrorState
        title="Something went wrong on this screen"
        error={new ScreenError(error)}
        onRetry={() => this.setState({ error: null })}
      >
        <Button
          variant="default"
          onClick={() => {
            this.setState({ error: null });
            goTo(places.library);
          }}
        >
          Back to the Library
        </Button>
      </ErrorState>
    );
  }
}

/** The error as diagnostics need it, with words that say what became of the work. */
class ScreenError extends Error {
  constructor(cause: Error) {
    super(`${cause.message} Your work is kept: every edit is on disk or still being saved.`, { cause });
    this.stack = cause.stack ?? this.message;
  }
}
