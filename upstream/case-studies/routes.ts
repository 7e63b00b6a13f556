import { zValidator } from '@hono/zod-validator'
import { Hono, type Context } from 'hono'
import { caseStudyListQuerySchema, caseStudyOrderSchema } from '#contract/case-studies.ts'
import { can } from '#contract/roles.ts'
import { optionalAccount, requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import type { Account } from '../accounts/tokens.ts'
import type { Db, Trx } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import { limitDocumentBody } from '../http/image-form.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { totalsOfOnePage } from '../http/pages.ts'
import { etagOf, matchesVersion, outdatedDocument } from '../http/version.ts'
import { addStudyApprovals } from '../reviews/list.ts'
import { changeStudyWithApproval, requireStudyApproval } from '../reviews/required.ts'
import { caseStudyChangeSchema, newCaseStudySchema, readCaseStudy } from './input.ts'
import {
  caseStudyNotFound,
  findCaseStudy,
  listCaseStudies,
  loadCaseStudy,
  type CaseStudyRow,
} from './load.ts'
import { setOrder } from './order.ts'
import { deleteCaseStudy, insertCaseStudy, updateCaseStudy } from './save.ts'

async function sendCaseStudy(c: Context, db: Db, id: number, status: 200 | 201 = 200) {
  const data = await loadCaseStudy(db, id)
  return c.json({ data }, status, { etag: etagOf(data.version) })
}

async function getForWrite(trx: Trx, id: number, ifMatch = '*'): Promise<CaseStudyRow> {
  const study = await trx.selectFrom('case_studies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!study) throw caseStudyNotFound()
  if (matchesVersion(ifMatch, study.version)) return study
  const message = 'This case study was edited by someone else. Reload it to see the latest version.'
  throw await outdatedDocument(trx, study, message)
}

async function listResponse(db: Db, options: { withDrafts: boolean; withContent: boolean }) {
  const listed = await listCaseStudies(db, options)
  const caseStudies = options.withDrafts ? await addStudyApprovals(db, listed) : listed
  return { data: { caseStudies }, ...totalsOfOnePage(caseStudies.length) }
}

const canReadDrafts = (account: Account | null) => account !== null && can(account.role, 'editContent')

const editContent = requireAbility('editContent')

export const caseStudies = new Hono<AppEnv>()
  .get('/', optionalAccount, zValidator('query', caseStudyListQuerySchema), async (c) => {
    const withContent = c.req.valid('query').include === 'content'
    return c.json(await listResponse(c.var.db, { withDrafts: canReadDrafts(c.var.account), withContent }))
  })
  .post('/', editContent, limitDocumentBody, async (c) => {
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const study = await readCaseStudy(c, newCaseStudySchema)
    const fingerprint = fingerprintOf(study.fields, study.digest)
    const { db, database } = c.var
    const { dialect } = database
    const id = await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `case-studies:${account.id}`, key, fingerprint, async () => {
        const created = await insertCaseStudy({ trx, dialect, account }, study)
        await requireStudyApproval(trx, created)
        return String(created)
      }),
    )
    return sendCaseStudy(c, db, Number(id), 201)
  })
  .put('/order', editContent, jsonBody(caseStudyOrderSchema), async (c) => {
    const { db, database } = c.var
    const { dialect } = database
    await withWriteLockAs(c.var, (trx, account) => setOrder({ trx, dialect, account }, c.req.valid('json')))
    return c.json(await listResponse(db, { withDrafts: true, withContent: false }))
  })
  .get('/:ref', optionalAccount, async (c) => {
    const { account, db } = c.var
    const { id } = await findCaseStudy(db, c.req.param('ref'), canReadDrafts(account))
    return sendCaseStudy(c, db, id)
  })
  .put('/:ref', editContent, limitDocumentBody, async (c) => {
    const { db, database } = c.var
    const { id } = await findCaseStudy(db, c.req.param('ref'), true)
    const change = await readCaseStudy(c, caseStudyChangeSchema)
    await withWriteLockAs(c.var, async (trx, account) => {
      const stored = await getForWrite(trx, id, c.req.header('if-match'))
      await changeStudyWithApproval(trx, id, () =>
        updateCaseStudy({ trx, dialect: database.dialect, account }, stored, change),
      )
    })
    return sendCaseStudy(c, db, id)
  })
  .delete('/:ref', editContent, async (c) => {
    const { db, database } = c.var
    const { id } = await findCaseStudy(db, c.req.param('ref'), true)
    await withWriteLockAs(c.var, async (trx, account) => {
      const stored = await getForWrite(trx, id, c.req.header('if-match'))
      await deleteCaseStudy({ trx, dialect: database.dialect, account }, stored)
    })
    return c.json({ message: 'Case study deleted' })
  })
