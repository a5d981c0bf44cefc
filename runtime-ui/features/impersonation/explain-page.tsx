import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ShellView } from '#engine/model/wire';
import { findModulePage } from '../../client/index.ts';
import { Button, IconButton, t, useBreakpoint } from '../../kit/index.ts';
import { AccessDialog } from '../../views/index.ts';

/** Pages below the path of an area that show no module. */
const OTHER_PAGES: ReadonlySet<string> = new Set(['dashboard', 'load', 'user', 'x', 'audit-log']);

/** Says what the user may do with the module or the record of the page, also when the page shows nothing. For System Admins. */
export function ExplainPage({ shell: { user, modules } }: { readonly shell: Pick<ShellView, 'user' | 'modules'> }) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<string>();
  const isPhone = useBreakpoint() === 'phone';
  const page = findModulePage(pathname, modules);
  if (page === undefined || (OTHER_PAGES.has(page.module) && !modules.some((module) => module.name === page.module))) return null;
  const open = () => setOpened(pathname);
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  return (
    <>
      {isPhone ? (
        <IconButton icon={CircleHelp} size="phone" label={t('impersonation.explain')} aria-haspopup="dialog" onClick={open} />
      ) : (
        <Button size="sm" icon={CircleHelp} aria-haspopup="dialog" onClick={open}>
          {t('impersonation.explain')}
        </Button>
      )}
      {opened === pathname && (
        <AccessDialog
          module={page.module}
          recordId={page.recordId === '' ? undefined : page.recordId}
          user={{ _id: user._id, name }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
