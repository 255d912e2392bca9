import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import type { Role } from '../../shared/domain/status.ts';
import type { OpenCasebook } from '../../shared/contract/application.ts';
import type { HelpPlace } from '../ui/window/help.ts';
import { places } from '../ui/window/navigate.ts';
import type { Screen, WindowParts } from '../ui/window/windowParts.ts';

/** The screens of somebody's rail in a casebook of a benchmark, from top to bottom. */
export function screensFor(
  screens: readonly Screen[],
  roles: readonly Role[],
  benchmark: string,
): readonly Screen[] {
  const known = findBenchmark(benchmark);
  return screens.filter(
    (screen) =>
      (screen.roles?.some((role) => roles.includes(role)) ?? true) &&
      (screen.of === undefined || (known !== undefined && screen.of(known))),
  );
}

/** Where somebody is who has not gone anywhere yet. */
export function homeOf(screens: readonly Screen[], roles: readonly Role[], benchmark: string): string {
  const known = findBenchmark(benchmark);
  const home = screens.find(({ isHome }) => isHome?.(roles, known) === true);
  return (home ?? screensFor(screens, roles, benchmark)[0])?.path ?? places.settings;
}

/** The page of the guide for what the window shows: Welcome, the choice of a name, or a place in an open casebook. */
export function helpOf(
  { screens, places: others }: Pick<WindowParts, 'screens' | 'places'>,
  casebook: OpenCasebook | null,
  location: string,
): HelpPlace {
  if (casebook === null) return 'start';
  if (casebook.person === null) return 'team#choose-your-name';
  const first = (path: string): string | undefined => path.split('/')[1];
  return [...screens, ...others].find(({ path }) => first(path) === first(location))?.help ?? 'start';
}
