import { t, Tabs } from '../../../kit/index.ts';

export type ReviewMode = 'words' | 'json';

interface ModeSwitchProps {
  readonly count: number;
  /** Number of definitions. */
  readonly places: number;
  readonly mode: ReviewMode;
  readonly onChange: (mode: ReviewMode) => void;
}

/** How many changes there are, and whether they are shown in words or as JSON. */
export function ModeSwitch({ count, places, mode, onChange }: ModeSwitchProps) {
  return (
    <div className="sr-mode">
      <p>
        <strong>{t('studioReview.count', { count })}</strong>{' '}
        <span className="sr-note">{t('studioReview.page.places', { count: places })}</span>
      </p>
      <Tabs
        look="box"
        label={t('studioReview.page.show')}
        items={[
          { id: 'words', label: t('studioReview.page.words') },
          { id: 'json', label: t('studioReview.page.json') },
        ]}
        selected={mode}
        onSelect={(id) => onChange(id === 'json' ? 'json' : 'words')}
      />
    </div>
  );
}
