import './styles/index.ts';

export { KitProvider } from './kit-provider.tsx';
export { LinkProvider, useGoTo, useLinkClick, type GoTo } from './link-context.tsx';
export { useBreakpoint, type Breakpoint } from './use-breakpoint.ts';
export { showTruncatedText } from './show-truncated-text.ts';
export { formatRelativeTime, formatDay, formatDayInText, isBeforeToday, isToday } from './format-day.ts';
export { restoreFocus, useRestoreFocus } from './restore-focus.ts';
export { useDelayed } from './use-delayed.ts';
export { useAreaTitle, usePageTitle } from './use-page-title.ts';
export {
  createPluginTexts,
  setLanguage,
  loadAdminTexts,
  loadHomePageTexts,
  loadImportTexts,
  loadLazyTexts,
  t,
  type TextKey,
  type Texts,
} from './texts/texts.ts';
export { applyTheme, setTheme, useTheme } from './themes/theme-store.ts';
export {
  FALLBACK_THEME,
  findTheme,
  PILL_DOTS,
  PILL_HUES,
  THEMES,
  type ColourScheme,
  type Hex,
  type PillHue,
  type ThemeRow,
} from './themes/theme-table.ts';
export { Avatar, initialsOf } from './components/avatar.tsx';
export { BulkBar } from './components/bulk-bar.tsx';
export {
  Button,
  buttonClass,
  ButtonLink,
  type ButtonLinkProps,
  type ButtonProps,
  type ButtonVariant,
  type ControlSize,
} from './components/button.tsx';
export { Card, Section } from './components/card.tsx';
export { ConfirmDialog, Dialog, type ConfirmDialogProps, type DialogProps, type DialogSize } from './components/dialog.tsx';
export { EmptyState, type EmptyStateProps } from './components/empty-state.tsx';
export { CopyCode, ErrorState, type ErrorStateProps } from './components/error-state.tsx';
export { FieldError, FormErrorSummary, type FormErrorSummaryProps, type FormProblem } from './components/form-error-summary.tsx';
export { Icon } from './components/icon.tsx';
export { IconButton, type IconButtonProps } from './components/icon-button.tsx';
export { Kbd } from './components/kbd.tsx';
export { Logo } from './components/logo.tsx';
export { holdKeys } from './components/early-keys.ts';
export { Menu, Popover, type MenuGroup, type MenuItem, type MenuProps, type PopoverProps } from './components/menu.tsx';
export {
  hideNotice,
  NOTICE_DURATIONS,
  triggerUndo,
  updateNotice,
  showNotice,
  showTransientError,
  type NoticeInput,
} from './components/notice-store.ts';
export { NoticeHost } from './components/notice.tsx';
export { PageHeader, type PageHeaderProps } from './components/page-header.tsx';
export { Pager, type PagerProps } from './components/pager.tsx';
export { LoadingProgress, SkeletonBar, SkeletonRows } from './components/skeletons.tsx';
export { SearchInput, type SearchInputProps } from './components/search-input.tsx';
export { hueOf, StatusPill } from './components/status-pill.tsx';
export { Tabs, type TabItem, type TabsProps } from './components/tabs.tsx';
export { TextLink, type TextLinkProps } from './components/text-link.tsx';
export { BottomBar, type BottomBarItem, type BottomBarProps } from './frame/bottom-bar.tsx';
export { FrameSkeleton } from './frame/frame-skeleton.tsx';
export { ModeBar } from './frame/mode-bar.tsx';
export { Frame, usePhoneTools, type FrameProps } from './frame/frame.tsx';
export { MenuLinks, SideBar, type SideBarGroup, type SideBarItem, type SideBarProps } from './frame/side-bar.tsx';
export { TopBarPortal, TopBar } from './frame/top-bar.tsx';
export { LazyBoundary, createLazyComponent, useIsLoadingChunks, type LazyComponent } from './lazy/lazy-component.tsx';
export { SortableGroups } from './drag/lazy-sortable-groups.tsx';
export { loadWithRetry } from './lazy/load-with-retry.ts';
export { findIcon } from './icons/icon-table.tsx';
