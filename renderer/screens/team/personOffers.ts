import type { Person } from '../../../shared/contract/application.ts';

/** What the Team screen offers for one person. */
export function personOffers(
  { kind, setAside }: Pick<Person, 'kind' | 'setAside'>,
  current: {
    /** Whether it is the current user. */
    readonly here: boolean;
    /** Whether the current user came by a personal link, and so stays who they are. */
    readonly isSignedIn: boolean;
    /** Whether the casebook came from a hub and belongs to one person. */
    readonly isDevice: boolean;
    readonly editable: boolean;
    readonly hasProgress: boolean;
    readonly onHub: boolean;
    readonly onNetwork: boolean;
  },
): {
  readonly workAs: boolean;
  readonly menu: boolean;
  readonly invite: boolean;
  readonly inviteHere: boolean;
} {
  const { here, isSignedIn, isDevice, editable, hasProgress } = current;
  const isActive = kind === 'human' && setAside !== true;
  const invite = isActive && current.onHub;
  const inviteHere = isActive && current.onNetwork;
  return {
    workAs: isActive && !here && !isSignedIn && !isDevice,
    menu: editable && kind !== 'source' && (hasProgress || !here || invite || inviteHere),
    invite,
    inviteHere,
  };
}

/** Whether items can be assigned to somebody. */
export const waitsForItems = ({ kind, roles }: Pick<Person, 'kind' | 'roles'>): boolean =>
  kind === 'human' && roles.includes('annotator');
