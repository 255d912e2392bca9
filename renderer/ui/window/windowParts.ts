import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, use } from 'react';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { Role } from '../../../shared/domain/status.ts';
import type { CommandDefinition } from '../commands/commands.ts';
import type { HelpPlace } from './help.ts';

/** A screen as the frame knows it: its place on the rail, its addresses, what it offers everywhere. */
export interface Screen {
  readonly id: string;
  readonly title: string;
  /** Its page of the guide, which F1 opens. */
  readonly help: HelpPlace;
  readonly icon: LucideIcon;
  readonly path: string;
  /** Goes there. */
  readonly command: CommandDefinition;
  /** Who has it on the rail: people who hold one of these roles. Left out: everybody. */
  readonly roles?: readonly Role[];
  /** Only where the casebook's benchmark asks for it. Left out: always. */
  readonly of?: (benchmark: Benchmark) => boolean;
  /** Further paths that show the same screen. */
  readonly more?: readonly string[];
  readonly component: ComponentType;
  /** How much waits there, beside its title on the rail. */
  readonly waiting?: ComponentType;
  /** Its commands whose keys can be changed, whether or not it is on. */
  readonly commands?: readonly CommandDefinition[];
  /** Commands that lead a curator to parts of it, from everywhere. */
  readonly ways?: readonly PartCommand[];
  /** For whom the window opens with it, though others are above it on the rail. */
  readonly isHome?: (roles: readonly Role[], benchmark: Benchmark | undefined) => boolean;
}

/** A command that leads to a part of a screen. */
interface PartCommand {
  readonly command: CommandDefinition;
  readonly path: string;
  /** Only where the casebook's benchmark has that part. Left out: always. */
  readonly of?: (benchmark: Benchmark) => boolean;
}

/** An address without a place on the rail. */
interface Place {
  readonly path: string;
  /** Its page of the guide, which F1 opens. */
  readonly help: HelpPlace;
  readonly component: ComponentType;
}

/** Everything the frame stands around; the frame itself knows none of it by name. */
export interface WindowParts {
  /** On the rail from top to bottom. */
  readonly screens: readonly Screen[];
  readonly places: readonly Place[];
  /** While no casebook is open. */
  readonly Welcome: ComponentType;
  /** While a casebook is open and nobody has been chosen. */
  readonly ChooseName: ComponentType;
  /** A study session has the whole window; for a participant it is all there is. */
  readonly studySession: {
    readonly component: ComponentType<{ readonly locked: boolean }>;
    readonly isAt: (location: string) => boolean;
    /** What a participant sees while the casebook is not open. */
    readonly Away: ComponentType<{ readonly onRead: () => void }>;
  };
  /** For a browser that came by a study link, until it has a place in the study. */
  readonly Arrival: ComponentType;
  /** The pages of the guide. */
  readonly Guide: ComponentType;
  /** Takes files dropped into the window, for those who may open or import them. */
  readonly DropTarget: ComponentType;
  /** Dialogs and the commands that open them: over everything but a study session. */
  readonly Dialogs: ComponentType;
  /** The same while somebody works in an open casebook. */
  readonly CasebookDialogs: ComponentType;
  /** Every command whose keys can be changed, whether or not its screen is on. */
  readonly commands: readonly CommandDefinition[];
  /** Whether a benchmark's lists keep an item's images back from a person who has yet to answer it. */
  readonly keepsImagesBack: (benchmark: string) => boolean;
}

export const WindowPartsContext = createContext<WindowParts | null>(null);

/** What the window is made of. */
export function useWindowParts(): WindowParts {
  const parts = use(WindowPartsContext);
  if (parts === null) throw new Error('This is shown outside of the window.');
  return parts;
}
