import { useEffect, useState } from 'react';
import { t } from '../../kit/index.ts';
import type { FormScope } from './form-context.ts';
import { countBySection } from './form-problems.ts';
import { sectionId } from './form-sections.tsx';

/** The section nearest to the top of the viewport. */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const key = ids.join();
  useEffect(() => {
    const scroller = document.querySelector('.mv-form-scroll');
    if (scroller === null) return;
    const updateCurrent = () => {
      const tops = key.split(',').map((id) => ({ id, top: document.getElementById(id)?.getBoundingClientRect().top ?? Infinity }));
      const line = scroller.getBoundingClientRect().top + 120;
      setCurrent(tops.findLast((one) => one.top <= line)?.id ?? tops[0]?.id);
    };
    scroller.addEventListener('scroll', updateCurrent, { passive: true });
    return () => scroller.removeEventListener('scroll', updateCurrent);
  }, [key]);
  return current ?? ids[0];
}

/** Links to the sections, each with the number of its fields with problems. */
export function FormNav({ scope }: { readonly scope: FormScope }) {
  const { prefix, sections } = scope;
  const counts = countBySection(scope);
  const current = useCurrentSection(sections.map((section) => sectionId(prefix, section)));
  const goTo = (id: string) => {
    const heading = document.getElementById(id);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav className="mv-form-nav" aria-label={t('views.form.sections')}>
      <ul>
        {sections.map((section) => {
          const id = sectionId(prefix, section);
          const count = counts.get(section.id) ?? 0;
          return (
            <li key={section.id}>
              <button
                type="button"
                className="mv-form-nav-item"
                aria-current={id === current ? 'true' : undefined}
                onClick={() => goTo(id)}
              >
                <span>{section.label}</span>
                {count > 0 && (
                  <span className="mv-form-nav-count">
                    <span aria-hidden>{count}</span>
                    <span className="ms-visually-hidden">{t('views.form.problems', { count })}</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
