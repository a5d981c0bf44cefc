// What the plugin shows in forms and on pages of templates, loaded together.
export { TemplateField } from './template-field.tsx';
export { VersionsPanel } from './versions-panel.tsx';
