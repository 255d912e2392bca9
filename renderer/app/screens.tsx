import {
  Activity,
  Blocks,
  ChartNoAxesCombined,
  ClipboardCheck,
  ClipboardList,
  GalleryVerticalEnd,
  Gavel,
  History,
  ListChecks,
  MessageSquareQuote,
  NotebookPen,
  Scale,
  Settings,
  Stamp,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import type { Benchmark } from '../../shared/benchmarks/benchmark.ts';
import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import type { Role } from '../../shared/domain/status.ts';
import { LibraryScreen } from '../features/library/LibraryScreen.tsx';
import { OVERSEEING } from './applicationState.ts';
import type { CommandDefinition } from './commands.ts';
import { DisputeCount } from './DisputeCount.tsx';
import { FixCount } from './FixCount.tsx';
import type { HelpPlace } from './help.ts';
import { JudgeCount } from './JudgeCount.tsx';
import { screenCommands } from './keys/globalCommands.ts';
import { places } from './navigate.ts';
import { SittingScreen } from './sittingScreen.ts';
import { VerdictCount } from './VerdictCount.tsx';

export interface Screen {
  readonly id: string;
  readonly title: string;
  /** Its page of the guide: what F1 opens there. */
  readonly help: HelpPlace;
  readonly icon: LucideIcon;
  readonly path: string;
  /** Goes there. */
  readonly command: CommandDefinition;
  /** Who has it on the rail: whoever holds one of these roles. Left out: everybody. */
  readonly roles?: readonly Role[];
  /** Only where the casebook's benchmark asks for it. Left out: always. */
  readonly of?: (benchmark: Benchmark) => boolean;
  /** Further paths that show the same screen. */
  readonly more?: readonly string[];
  readonly component: ComponentType;
  /** How much waits there, beside its title on the rail. */
  readonly waiting?: ComponentType;
}

const MaterialScreen = lazy(async () => import('../features/material/MaterialScreen.tsx'));
const WorkScreen = lazy(async () => import('../features/work/WorkScreen.tsx'));
const AdjudicateScreen = lazy(async () => import('../features/adjudicate/AdjudicateScreen.tsx'));
const StudiesScreen = lazy(async () => import('../features/studies/StudiesScreen.tsx'));
const JudgeScreen = lazy(async () => import('../features/judge/JudgeScreen.tsx'));
const VerdictsScreen = lazy(async () => import('../features/verdicts/VerdictsScreen.tsx'));
const ValidateScreen = lazy(async () => import('../features/validate/ValidateScreen.tsx'));
const AgreementScreen = lazy(async () => import('../features/agreement/AgreementScreen.tsx'));
const ResultsScreen = lazy(async () => import('../features/results/ResultsScreen.tsx'));
const HealthScreen = lazy(async () => import('../features/health/HealthScreen.tsx'));
const HistoryScreen = lazy(async () => import('../features/history/HistoryScreen.tsx'));
const TeamScreen = lazy(async () => import('../features/team/TeamScreen.tsx'));
const SettingsScreen = lazy(async () => import('../features/settings/SettingsScreen.tsx'));

/** The screens on the rail, from top to bottom. A new screen is a line here. */
export const screens: readonly Screen[] = [
  {
    id: 'library',
    title: 'Library',
    help: 'library',
    icon: GalleryVerticalEnd,
    path: places.library,
    command: screenCommands.library,
    roles: OVERSEEING,
    component: LibraryScreen,
  },
  {
    id: 'material',
    title: 'Material',
    help: 'benchmark-observatory#image-generation',
    icon: Blocks,
    path: places.material,
    command: screenCommands.material,
    roles: ['curator'],
    of: ({ material, querySets }) => material !== undefined || querySets !== undefined,
    more: ['/material/:part'],
    component: MaterialScreen,
  },
  {
    id: 'work',
    title: 'My work',
    help: 'annotate#my-work',
    icon: ListChecks,
    path: places.work,
    command: screenCommands.work,
    roles: ['annotator'],
    component: WorkScreen,
  },
  {
    id: 'sittings',
    title: 'My studies',
    help: 'studies#take-part',
    icon: NotebookPen,
    path: places.sittings,
    command: screenCommands.sittings,
    roles: ['participant'],
    component: SittingScreen,
  },
  {
    id: 'studies',
    title: 'Baseline',
    help: 'studies',
    icon: ClipboardList,
    path: places.studies,
    command: screenCommands.studies,
    roles: ['curator'],
    more: ['/studies/:study', '/studies/:study/:part'],
    component: StudiesScreen,
  },
  {
    id: 'judge',
    title: 'Judge',
    help: 'judges#judge-answers',
    icon: Stamp,
    path: places.judge,
    command: screenCommands.judge,
    roles: ['judge'],
    more: ['/judge/:judging/:criterion'],
    component: JudgeScreen,
    waiting: JudgeCount,
  },
  {
    id: 'validate',
    title: 'Validate',
    help: 'validate',
    icon: ClipboardCheck,
    path: places.validate,
    command: screenCommands.validate,
    roles: OVERSEEING,
    of: ({ validation }) => validation !== undefined,
    more: ['/validate/:part', '/validate/fix/:itemId/:proposal?'],
    component: ValidateScreen,
    waiting: FixCount,
  },
  {
    id: 'agreement',
    title: 'Agreement',
    help: 'agreement',
    icon: Scale,
    path: places.agreement,
    command: screenCommands.agreement,
    roles: ['curator'],
    component: AgreementScreen,
  },
  {
    id: 'adjudicate',
    title: 'Adjudicate',
    help: 'adjudicate',
    icon: Gavel,
    path: places.adjudicate,
    command: screenCommands.adjudicate,
    roles: ['adjudicator', 'curator'],
    more: ['/adjudicate/:itemId'],
    component: AdjudicateScreen,
    waiting: DisputeCount,
  },
  {
    id: 'verdicts',
    title: 'Verdicts',
    help: 'judges#verdicts',
    icon: MessageSquareQuote,
    path: places.verdicts,
    command: screenCommands.verdicts,
    roles: ['adjudicator', 'curator'],
    more: ['/verdicts/case/:response/:criterion/:subject?', '/verdicts/:part'],
    component: VerdictsScreen,
    waiting: VerdictCount,
  },
  {
    id: 'results',
    title: 'Results',
    help: 'results',
    icon: ChartNoAxesCombined,
    path: places.results,
    command: screenCommands.results,
    roles: ['curator'],
    component: ResultsScreen,
  },
  {
    id: 'health',
    title: 'Health',
    help: 'library#health',
    icon: Activity,
    path: places.health,
    command: screenCommands.health,
    roles: ['curator'],
    component: HealthScreen,
  },
  {
    id: 'history',
    title: 'History',
    help: 'library#history',
    icon: History,
    path: places.history,
    command: screenCommands.history,
    roles: OVERSEEING,
    more: ['/history/:itemId'],
    component: HistoryScreen,
  },
  {
    id: 'team',
    title: 'Team',
    help: 'team',
    icon: Users,
    path: places.team,
    command: screenCommands.team,
    component: TeamScreen,
  },
  {
    id: 'settings',
    title: 'Settings',
    help: 'settings',
    icon: Settings,
    path: places.settings,
    command: screenCommands.settings,
    more: ['/settings/:section'],
    component: SettingsScreen,
  },
];

/** The screens of somebody's rail in a casebook of a benchmark, from top to bottom. */
export function screensFor(roles: readonly Role[], benchmark: string): readonly Screen[] {
  const known = findBenchmark(benchmark);
  return screens.filter(
    (screen) =>
      (screen.roles?.some((role) => roles.includes(role)) ?? true) &&
      (screen.of === undefined || (known !== undefined && screen.of(known))),
  );
}

/** The page of the guide for a place in an open casebook. */
export function helpOf(location: string): HelpPlace {
  // The Desk belongs to an item and has no place on the rail.
  if (location.startsWith('/desk/')) return 'annotate#the-desk';
  return screens.find(({ path }) => location === path || location.startsWith(`${path}/`))?.help ?? 'start';
}

/** Where somebody is who has not gone anywhere yet. */
export function homeOf(roles: readonly Role[], benchmark: string): string {
  // Who is here to decide and for nothing else.
  if (roles.every((role) => role === 'adjudicator')) return places.adjudicate;
  // Who is here to validate, and looks after nothing else.
  const validates = findBenchmark(benchmark)?.validation !== undefined;
  if (validates && roles.includes('reviewer') && !roles.includes('curator')) return places.validate;
  return screensFor(roles, benchmark)[0]?.path ?? places.settings;
}
