import { Button } from '@mantine/core';
import { keyOfEvent, type Key } from '../../ui/commands/press.ts';

/** Waits for a key and gives it; null where one leaves instead. Escape is a key like any other here. */
export function RecordKey({ onKey }: { readonly onKey: (key: Key | null) => void }) {
  return (
    <Button
      variant="outline"
      ref={(button) => {
        button?.focus();
      }}
      onBlur={() => {
        onKey(null);
      }}
      onClick={() => {
        onKey(null);
      }}
      onKeyDown={(event) => {
        const key = keyOfEvent(event.nativeEvent);
        if (key === null) return;
        event.preventDefault();
        event.stopPropagation();
        onKey(key);
      }}
      onKeyUp={(event) => {
        // The key that opened the recorder comes up here, and a button would take it as a press.
        event.preventDefault();
      }}
    >
      Press a key…
    </Button>
  );
}
