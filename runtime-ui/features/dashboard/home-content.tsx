import type { ShellView } from '#engine/model/wire';
import { formatFullDay, localDay } from '../../fields/values/index.ts';
import { t } from '../../kit/index.ts';
import { FavouritesCard } from '../../views/index.ts';
import { HomeLists, HomeSide, Recents } from './home-columns.tsx';
import './dashboard.css';

/** The greeting by the time of the day. */
function greetingAt(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** The content of Home: what to do next on the left, what to know on the right; below each other on narrow screens. */
export function HomeContent({ shell }: { readonly shell: ShellView }) {
  const now = new Date();
  return (
    <div className="ms-page">
      <p className="ms-home-greeting">
        <strong>{t(`frame.dashboard.${greetingAt(now.getHours())}`, { name: shell.user.first_name })}</strong>{' '}
        {formatFullDay(localDay(now))}
      </p>
      <div className="ms-home">
        <div className="ms-home-column">
          <HomeLists shell={shell} place="main" />
        </div>
        <div className="ms-home-column ms-home-side">
          <HomeSide shell={shell} />
          <Recents shell={shell} />
          <FavouritesCard shell={shell} />
        </div>
      </div>
    </div>
  );
}
