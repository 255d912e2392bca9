import { Button, Group, Modal, Text } from '@mantine/core';
import { create } from 'zustand';

interface ConfirmationQuestion {
  readonly title: string;
  readonly message: string;
  /** What the button that goes ahead says: a verb. */
  readonly action: string;
  readonly dangerous?: boolean;
  /** What the ways back are called where the question is not English. */
  readonly words?: { readonly cancel: string; readonly close: string };
}

interface Confirmation {
  readonly question: ConfirmationQuestion | null;
  readonly answer: (goAhead: boolean) => void;
}

const useAsked = create<Confirmation>()(() => ({ question: null, answer: () => undefined }));

/** Asks before something that cannot be undone; true: go ahead. */
export function confirm(question: ConfirmationQuestion): Promise<boolean> {
  // A question that is still open counts as declined.
  useAsked.getState().answer(false);
  return new Promise((resolve) => {
    useAsked.setState({
      question,
      answer: (goAhead) => {
        useAsked.setState({ question: null, answer: () => undefined });
        resolve(goAhead);
      },
    });
  });
}

/** The place where {@link confirm} asks; once in the app. */
export function ConfirmDialog() {
  const { question, answer } = useAsked();
  return (
    <Modal
      opened={question !== null}
      onClose={() => answer(false)}
      title={question?.title}
      size="sm"
      // It can ask over another dialog.
      zIndex={330}
      closeButtonProps={{ 'aria-label': question?.words?.close ?? 'Close' }}
    >
      <Text mb="lg">{question?.message}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => answer(false)}>
          {question?.words?.cancel ?? 'Cancel'}
        </Button>
        <Button
          data-autofocus
          color={question?.dangerous === true ? 'red.9' : undefined}
          onClick={() => answer(true)}
        >
          {question?.action}
        </Button>
      </Group>
    </Modal>
  );
}
