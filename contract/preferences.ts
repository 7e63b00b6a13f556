import * as z from 'zod'

export const editorModeSchema = z.enum(['markdown', 'visual'], 'The editor must be markdown or visual')
export type EditorMode = z.infer<typeof editorModeSchema>

export const preferencesSchema = z.object({ editorMode: editorModeSchema })

export const preferencesResponseSchema = z.object({ data: preferencesSchema })
