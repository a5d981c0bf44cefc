import { Button, t } from '../../kit/index.ts';

/** The button that switches to JSON and back. */
export function RowsSwitch({ isTable, onSwitch }: { readonly isTable: boolean; readonly onSwitch: () => void }) {
  return (
    <Button variant="quiet" size="sm" className="mf-rows-switch" onClick={onSwitch}>
      {t(isTable ? 'views.rows.asJson' : 'views.rows.asTable')}
    </Button>
  );
}
