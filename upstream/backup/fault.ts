/** Why a backup was not written or not restored, in one line for whoever asked for it. */
export class BackupFault extends Error {}
