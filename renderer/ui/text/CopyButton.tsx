import { Button } from '@mantine/core';
import { Check, ClipboardCopy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../client/bridge.ts';
import { toastFailure } from '../feedback/toast.tsx';

/** Puts a text on the clipboard and says for a moment that it did. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      variant="default"
      leftSection={copied ? <Check size={14} aria-hidden /> : <ClipboardCopy size={14} aria-hidden />}
      onClick={() => {
        copyText(text()).then(
          () => {
            setCopied(true);
          },
          (error: unknown) => {
            toastFailure('Nothing was copied', error);
          },
        );
      }}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}
