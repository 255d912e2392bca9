import { newId } from '../../client/newId.ts';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { failureOf } from '../../client/index.ts';

const CLOSE = { 'aria-label': 'Close' };

/** Says in passing that something is done; with `undo`, offers to take it back. */
export function toast(
  message: string,
  options: {
    readonly undo?: () => Promise<unknown>;
    /** It stands elsewhere too: gone before it is in the way. */
    readonly brief?: boolean;
    /** Said again while it still stands there, it is not shown twice. */
    readonly once?: boolean;
  } = {},
): void {
  const { undo, brief = false, once = false } = options;
  const id = once ? message : newId();
  notifications.show({
    id,
    closeButtonProps: CLOSE,
    // Long enough to read and to reach the button.
    autoClose: undo === undefined ? (brief ? 1500 : 4000) : 12_000,
    message: (
      <span role="status" style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
        <span style={{ flex: 1 }}>{message}</span>
        {undo !== undefined && (
          <Button
            variant="default"
            onClick={() => {
              notifications.hide(id);
              undo().catch((error: unknown) => {
                toastFailure('Nothing was undone', error);
              });
            }}
          >
            Undo
          </Button>
        )}
      </span>
    ),
  });
}

/** Says that something did not work and why; stays until it is closed. */
export function toastFailure(title: string, error: unknown): void {
  const { message, hint } = failureOf(error);
  notifications.show({
    title,
    message: hint === null ? message : `${message} ${hint}`,
    color: 'red',
    closeButtonProps: CLOSE,
    autoClose: false,
    role: 'alert',
    withBorder: true,
  });
}
