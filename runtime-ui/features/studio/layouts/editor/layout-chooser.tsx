import { ChevronDown } from 'lucide-react';
import { appOfLayout, hasSameAudience, isCommonLayout, LAYOUT_VIEWS, type LayoutDefinition } from '#engine/model/definitions';
import { Button, Icon, Menu, t } from '../../../../kit/index.ts';

/** The name of an app for people; of one that the product does not know, as it is written. */
export function nameApp(app: string): string {
  return app === 'main' || app === 'provider' ? t(`studioLayout.app.${app}`) : app;
}

interface LayoutChooserProps {
  readonly layout: LayoutDefinition;
  /** All layouts of the module. */
  readonly layouts: readonly LayoutDefinition[];
  readonly onOpen: (id: string) => void;
}

/** Opens the layout of another view, or of a role. */
export function LayoutChooser({ layout, layouts, onOpen }: LayoutChooserProps) {
  const hasApps = new Set(layouts.map(appOfLayout)).size > 1;
  const nameRole = ({ role, app }: LayoutDefinition): string =>
    [role ?? t('studioLayout.allRoles'), ...(hasApps ? [nameApp(app ?? 'main')] : [])].join(' · ');
  const views = LAYOUT_VIEWS.flatMap((view) => {
    const of = layouts.filter((one) => one.view === view);
    const target = of.find((one) => hasSameAudience(one, layout)) ?? of.find(isCommonLayout);
    return target === undefined ? [] : [{ id: view, label: t(`studioLayout.view.${view}`), onSelect: () => onOpen(target.id) }];
  });
  const roles = layouts
    .filter(({ view }) => view === layout.view)
    .map((one) => ({ id: one.id, label: nameRole(one), onSelect: () => onOpen(one.id) }));
  const button = (label: string, value: string) => (
    <Button size="sm" trailing={<Icon of={ChevronDown} size={14} />}>
      <span className="sl-note">{label}</span> {value}
    </Button>
  );
  return (
    <div className="sl-choosers">
      <Menu
        label={t('studioLayout.viewLabel')}
        position="bottom-start"
        target={button(t('studioLayout.viewLabel'), t(`studioLayout.view.${layout.view}`))}
        groups={[{ id: 'views', items: views }]}
      />
      <Menu
        label={t('studioLayout.role')}
        position="bottom-start"
        target={button(t('studioLayout.role'), nameRole(layout))}
        groups={[{ id: 'roles', items: roles }]}
      />
    </div>
  );
}
