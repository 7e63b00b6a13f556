import { Hono } from 'hono'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { recordActivity } from '../activity/record.ts'
import type { AppEnv } from '../http/env.ts'

const edit = requireAbility('editContent')

export const exports = new Hono<AppEnv>()
  .get('/', edit, async (c) => {
    const { countExport } = await import('./archive.ts')
    return c.json({ data: await countExport(c.var.db) })
  })
  .post('/', edit, async (c) => {
    const { db, logger, siteUrl } = c.var
    const { createArchive } = await import('./archive.ts')
    const folder = `blog-export-${new Date().toISOString().slice(0, 10)}`
    const object = { type: 'export', id: folder, name: `${folder}.zip` }
    await withWriteLockAs(c.var, (trx, account) =>
      recordActivity(trx, account, { kind: 'export.downloaded', object }),
    )
    const onError = (error: unknown) => logger.error({ err: error }, 'An export failed')
    return c.body(createArchive(db, { folder, siteUrl, onError }), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${folder}.zip"`,
    })
  })
