import { Button, setTheme, Dialog, t, THEMES, useTheme, type TextKey } from '../../kit/index.ts';
import './theme-dialog.css';

/** All twelve themes, each on its own surface; a choice is applied at once. */
export function ThemeDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { name } = useTheme();
  return (
    <Dialog
      opened={opened}
      title={t('frame.user.theme')}
      subtitle={t('frame.themes.help')}
      size="choice"
      onCancel={onClose}
      dirty={false}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('actions.done')}
        </Button>
      }
    >
      <div role="radiogroup" aria-label={t('frame.user.theme')} className="ms-themes">
        {THEMES.map((row) => (
          <label key={row.name} className="ms-theme" data-chosen={row.name === name}>
            <input type="radio" name="theme" value={row.name} checked={row.name === name} onChange={() => setTheme(row.name)} />
            <span className="ms-theme-swatch" aria-hidden style={{ background: row.surface, borderColor: row.primary }}>
              <span style={{ background: row.sidebar?.bg ?? row.surface }} />
              <span style={{ background: row.primary }} />
              <span style={{ background: row.accent }} />
            </span>
            {t(`frame.themes.${row.name}` as TextKey)}
          </label>
        ))}
      </div>
    </Dialog>
  );
}
