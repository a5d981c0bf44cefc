import {
  Activity,
  Box,
  Briefcase,
  Building,
  Building2,
  Calendar,
  ChartColumn,
  Clipboard,
  ClipboardCheck,
  Contact,
  FileText,
  Hourglass,
  House,
  Inbox,
  KeyRound,
  ListChecks,
  Mail,
  MapPin,
  Megaphone,
  Merge,
  MessageSquareText,
  Plane,
  Send,
  Settings,
  Star,
  Timer,
  Trophy,
  User,
  UserCheck,
  UserRoundSearch,
  Users,
  UsersRound,
  type LucideIcon,
  type LucideProps,
} from 'lucide-react';
import { forwardRef, lazy, Suspense, type ComponentType } from 'react';
import { loadWithRetry } from '../lazy/load-with-retry.ts';

/** Icons that the shell shows at once; others are loaded when a definition names them. */
const EAGER_ICONS: Readonly<Record<string, LucideIcon>> = {
  Activity,
  Box,
  Briefcase,
  Building,
  Building2,
  Calendar,
  ChartColumn,
  Clipboard,
  ClipboardCheck,
  Contact,
  FileText,
  Hourglass,
  House,
  Inbox,
  KeyRound,
  ListChecks,
  Mail,
  MapPin,
  Megaphone,
  Merge,
  MessageSquareText,
  Plane,
  Send,
  Settings,
  Star,
  Timer,
  Trophy,
  User,
  UserCheck,
  UserRoundSearch,
  Users,
  UsersRound,
};

const lazyIcons = new Map<string, LucideIcon>();

function toPascal(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** An icon that is loaded when it is first shown; a plain box is shown until then, and for an unknown name. */
function createLazyIcon(name: string): LucideIcon {
  const Late = lazy(async () => {
    const icons = await loadWithRetry(() => import('./more-icons.ts')).catch(() => undefined);
    return { default: (icons?.MORE_ICONS[name] ?? Box) as ComponentType<LucideProps> };
  });
  const LateIcon = forwardRef<SVGSVGElement, LucideProps>(function LateIcon(props, _ref) {
    return (
      <Suspense fallback={<Box {...props} />}>
        <Late {...props} />
      </Suspense>
    );
  });
  return LateIcon;
}

/** The icon for a lucide name such as `map-pin`. The same name always returns the same component; no name returns a plain box. */
export function findIcon(name: string | undefined): LucideIcon {
  if (name === undefined || name === '') return Box;
  const key = toPascal(name);
  const known = Object.hasOwn(EAGER_ICONS, key) ? EAGER_ICONS[key] : lazyIcons.get(key);
  if (known) return known;
  const late = createLazyIcon(key);
  lazyIcons.set(key, late);
  return late;
}
