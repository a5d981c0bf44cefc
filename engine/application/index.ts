// The composed product; starting, seeding and tests import it from here.
export { backUp } from './backup/back-up.ts';
export type { BackupConfiguration, BackupOptions, BackupResult, RestoreOptions, RestoreResult } from './backup/contract.ts';
export type { BackupManifest } from './backup/manifest.ts';
export { restoreBackup, verifyBackup } from './backup/restore.ts';
export type { CheckResult, CheckState } from './doctor/contract.ts';
export { runDoctor, type DoctorOverrides } from './doctor/run-doctor.ts';
export { composeApplication, type Application, type CompositionOverrides } from './compose.ts';
export { checkDefinitionFiles } from './check-definition-files.ts';
export { readConfiguration, type Configuration } from './configuration.ts';
export { DEMO_PASSWORD, runSeed, replaceFirstSeed, seedOnce, type SeedProgress } from './seed.ts';
export { tuneHeap } from './start-process.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { applyExport } from './apply-export.ts';
export { describePlan, findObstacle } from './describe-plan.ts';
