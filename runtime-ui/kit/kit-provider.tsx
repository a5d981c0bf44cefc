import { MantineProvider } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { NoticeHost } from './components/notice.tsx';
import { trackFocus } from './restore-focus.ts';
import { LinkProvider, type GoTo } from './link-context.tsx';
import { t } from './texts/texts.ts';
import { MANTINE_THEME, OVERLAYS, resolveMantineVariables } from './themes/mantine-theme.ts';
import { useTheme } from './themes/theme-store.ts';

/** Theme, notices and links for everything inside; used once, around the application. */
export function KitProvider({ goTo, children }: { readonly goTo?: GoTo; readonly children: ReactNode }) {
  const { scheme } = useTheme();
  useEffect(trackFocus, []);
  const inner = (
    <>
      {children}
      <NoticeHost />
      <section id={OVERLAYS} aria-label={t('landmarks.overlays')} />
    </>
  );
  return (
    <MantineProvider theme={MANTINE_THEME} cssVariablesResolver={resolveMantineVariables} forceColorScheme={scheme}>
      {goTo ? <LinkProvider goTo={goTo}>{inner}</LinkProvider> : inner}
    </MantineProvider>
  );
}
