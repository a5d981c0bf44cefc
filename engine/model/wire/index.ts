export type {
  ErrorBody, FieldRightsView, FieldView, ModuleRightsView, ModuleSummary, ModuleView, PopulatedRelate, RecordLink,
  RelationView, SessionUser, ShellView, SignInAnswer,
} from './wire.ts';
