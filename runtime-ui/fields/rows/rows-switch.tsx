import { Button, t } from '../../kit/index.ts';

/** To JSON and back. */
export function RowsSwitch({ isTable, onSwitch }: { readonly isTable: boolean; readonly onSwitch: () => void }) {
  return <Button variant="quiet" size="sm" className="mf-rows-switch" onClick={onSwitch}>{t(isTable ? 'views.rows.asJson' : 'views.rows.asTable')}</Button>;
}
