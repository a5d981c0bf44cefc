// Loads the pages of the plugin: one entry, so that the first page of the product knows only one file.
export const loadAvailability = async () => (await import('./availability/availability-page.tsx')).AvailabilityPage;
export const loadConnect = async () => (await import('./connect-page.tsx')).ConnectPage;
export const loadWidgets = async () => (await import('./calendar-widget.tsx')).createCalendarWidgets();
