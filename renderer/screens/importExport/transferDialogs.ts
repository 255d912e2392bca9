import { create } from 'zustand';

export type TransferRequest =
  | { readonly kind: 'import'; readonly source?: string }
  | { readonly kind: 'export' }
  | { readonly kind: 'attach'; readonly folder?: string };

/** Which dialog of bringing in and handing out is open. */
export const useTransferRequest = create<{ readonly request: TransferRequest | null }>()(() => ({
  request: null,
}));

/** Opens a dialog of bringing in or handing out. */
export function openTransfer(request: TransferRequest): void {
  useTransferRequest.setState({ request });
}

/** Closes it. */
export function closeTransfer(): void {
  useTransferRequest.setState({ request: null });
}
