import { Link, useLocation } from 'wouter';
import { useCasebook, usePerson } from '../ui/window/applicationState.ts';
import { useListContext } from '../ui/window/listContext.ts';
import { places } from '../ui/window/navigate.ts';
import { useWindowParts } from '../ui/window/windowParts.ts';
import { screensFor } from './railScreens.ts';
import { useWorkPlace } from '../ui/window/useWorkPlace.ts';
import classes from './Rail.module.css';

/** The way between screens. */
export function Rail() {
  const [location] = useLocation();
  const screen = location.split('/')[1];
  const { screens } = useWindowParts();
  const { roles } = usePerson();
  const { benchmark } = useCasebook();
  const workPlace = useWorkPlace();
  const deskBelongsTo = useListContext((state) => (state.atWork ? workPlace : places.library));
  return (
    <nav className={classes['rail']} aria-label="Screens">
      {screensFor(screens, roles, benchmark).map(({ id, title, icon: Icon, path, waiting: Waiting }) => {
        // The Desk is where one gets to from the Library, or from one's own work.
        const current = location.startsWith(path) || (path === deskBelongsTo && location.startsWith('/desk'));
        return (
          <Link
            key={id}
            href={path}
            className={classes['link']}
            data-current={current || undefined}
            aria-current={current ? 'page' : undefined}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden />
            <span>{title}</span>
            {/* Anew for each screen: what was done there may have changed it. */}
            {Waiting !== undefined && <Waiting key={screen} />}
          </Link>
        );
      })}
    </nav>
  );
}
