import { Link, useLocation } from 'wouter';
import { screens } from './screens.tsx';
import classes from './Rail.module.css';

/** The way between screens. */
export function Rail() {
  const [location] = useLocation();
  return (
    <nav className={classes['rail']} aria-label="Screens">
      {screens.map(({ id, title, icon: Icon, path }) => {
        // The Desk is where one gets to from the Library.
        const current = location.startsWith(path) || (id === 'library' && location.startsWith('/desk'));
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
          </Link>
        );
      })}
    </nav>
  );
}
