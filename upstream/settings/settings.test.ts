import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { setSiteTimeZone, siteTimeZone } from '#contract/calendar.ts'
import { defaultSettings } from '#contract/default-settings.ts'
import { eventually } from '#testing/eventually.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { deleteUnusedImages } from '../media/images.ts'

describe.each(databases)('the settings on %s', (database) => {
  let up: TestUpstream
  let owner: string
  let editor: string
  let author: string

  beforeAll(async () => {
    up = await startUpstream(database)
    owner = await up.signIn()
    editor = await up.signInAs('editor')
    author = await up.signInAs('author')
  })
  afterAll(async () => {
    await up.stop()
    setSiteTimeZone(defaultSettings.timeZone)
  })

  const read = (token?: string) => up.call('GET', '/api/settings', token === undefined ? {} : { token })
  const save = (changes: object, options: { token?: string; version?: number } = {}) =>
    up.call('PUT', '/api/settings', {
      json: { ...defaultSettings, ...changes },
      token: options.token ?? owner,
      ...(options.version !== undefined && { headers: { 'if-match': `"v${options.version}"` } }),
    })
  const currentVersion = async (): Promise<number> => (await read(owner)).json.version

  it('start with the defaults, as version 0', async () => {
    const { status, json, headers } = await read(owner)
    expect(status).toBe(200)
    expect(json).toEqual({ data: defaultSettings, version: 0, updatedAt: null, updatedBy: null })
    expect(headers.get('etag')).toBe('"v0"')
  })

  it('show visitors the public settings, and staff also the template of posts', async () => {
    const {
      messageRecipients: _recipients,
      newPost,
      publishChecks,
      approvalRequired,
      ...visible
    } = defaultSettings
    expect((await read()).json).toEqual({ data: visible })
    for (const token of [editor, author])
      expect((await read(token)).json).toEqual({
        data: { ...visible, newPost, publishChecks, approvalRequired },
      })
    expect((await read('unknown')).status).toBe(401)
  })

  it('are saved by owners only', async () => {
    expect((await up.call('PUT', '/api/settings', { json: defaultSettings })).status).toBe(401)
    for (const token of [editor, author]) {
      const { status, json } = await save({ name: 'Mutiny' }, { token })
      expect([status, json.error]).toEqual([403, 'Only owners can do this.'])
    }
    expect((await read()).json.data.name).toBe('Halyard')
  })

  it('are stored with version, author and activity entry, and change every page', async () => {
    const version = await currentVersion()
    const latest = up.changes.latest
    const { status, json, headers } = await save({ name: 'Bowline', phone: '' }, { version })
    expect([status, json.version, headers.get('etag')]).toEqual([200, version + 1, `"v${version + 1}"`])
    expect(json.data).toEqual({ ...defaultSettings, name: 'Bowline', phone: '' })
    expect(json.updatedBy).toBe('Editorial team')
    expect((await read()).json.data.name).toBe('Bowline')
    const { changes } = await up.changes.since(latest)
    expect(changes.map(({ tags }) => tags)).toEqual([['settings']])
    const rows = await (
      await up.tables()
    )
      .selectFrom('activity')
      .selectAll()
      .where('kind', '=', 'settings.changed')
      .execute()
    expect(rows.map(({ account_name, details }) => [account_name, JSON.parse(details)])).toEqual([
      [
        'Editorial team',
        {
          changes: {
            name: { from: 'Halyard', to: 'Bowline' },
            phone: { from: defaultSettings.phone, to: '' },
          },
        },
      ],
    ])
  })

  it('stay as they are when nothing changed', async () => {
    const before = (await read(owner)).json
    const latest = up.changes.latest
    expect((await save(before.data)).json).toEqual(before)
    expect((await up.changes.since(latest)).changes).toEqual([])
  })

  it('are not overwritten from an older version', async () => {
    const version = await currentVersion()
    const saves = await Promise.all(
      ['First', 'Second', 'Third'].map((name) => save({ name: `${name} of three` }, { version })),
    )
    expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    const rejected = saves.find(({ status }) => status === 412)
    expect(rejected?.json).toMatchObject({ version: version + 1, updatedBy: 'Editorial team' })
    expect(rejected?.json.error).toMatch(/^Someone else saved the settings/)
    expect(await currentVersion()).toBe(version + 1)
  })

  it('reject values that cannot be shown, with field errors', async () => {
    const wrong: [string, object][] = [
      ['name', { name: ' ' }],
      ['name', { name: 'a\nb' }],
      ['tagline', { tagline: 'x'.repeat(121) }],
      ['email', { email: 'nobody' }],
      ['phone', { phone: 'call us' }],
      ['timeZone', { timeZone: 'Mars/Olympus' }],
      ['hours', { hours: defaultSettings.hours.slice(1) }],
      ['hours', { hours: defaultSettings.hours.with(0, { isOpen: true, opens: '18:00', closes: '09:00' }) }],
      ['social', { social: [{ name: 'Chat', url: 'javascript:alert(1)' }] }],
      ['announcement', { announcement: { text: 'New', link: '//evil.example', endsOn: '' } }],
      ['announcement', { announcement: { text: 'New', link: '', endsOn: '2026-02-30' } }],
      ['shareImage', { shareImage: { url: 'https://evil.example/a.png', width: 1, height: 1 } }],
      ['messageRecipients', { messageRecipients: ['x'] }],
      ['address', { address: { ...defaultSettings.address, country: 'Maine' } }],
    ]
    const version = await currentVersion()
    for (const [field, change] of wrong) {
      const { status, json } = await save(change)
      expect([status, Object.keys(json.fields)]).toEqual([422, [field]])
    }
    expect((await up.call('PUT', '/api/settings', { json: [], token: owner })).status).toBe(422)
    expect((await up.call('PUT', '/api/settings', { body: '{', token: owner })).status).toBe(415)
    expect((await save({ tagline: 'x'.repeat(70_000) })).status).toBe(413)
    expect(await currentVersion()).toBe(version)
  })

  it('keep their share image, and reject one that does not exist', async () => {
    const form = toFormData({ file: await imageFile('png', 1300, 700) })
    const uploaded = (await up.call('POST', '/api/media', { form, token: owner })).json.data
    const shareImage = { url: uploaded.url, width: 1, height: 1 }
    const { status, json } = await save({ shareImage })
    expect(status).toBe(200)
    expect(json.data.shareImage).toEqual({ url: uploaded.url, width: 1300, height: 700 })
    const db = await up.tables()
    await db.updateTable('media').set({ last_used_at: 0 }).execute()
    await withWriteLock(db, deleteUnusedImages)
    expect((await up.call('GET', uploaded.url)).status).toBe(200)
    expect((await save({ shareImage: null })).status).toBe(200)
    await withWriteLock(db, deleteUnusedImages)
    expect((await up.call('GET', uploaded.url)).status).toBe(404)
    const missing = await save({ shareImage })
    expect([missing.status, Object.keys(missing.json.fields)]).toEqual([422, ['shareImage']])
  })

  it('determine when the site’s days begin', async () => {
    expect((await save({ timeZone: 'Asia/Tokyo' })).status).toBe(200)
    await eventually('the time zone', () => siteTimeZone() === 'Asia/Tokyo')
  })

  it('complete the document of an earlier release with defaults', async () => {
    const db = await up.tables()
    await db
      .updateTable('settings')
      .set({ document: JSON.stringify({ name: 'Old', email: 7, unknown: true }) })
      .execute()
    expect((await read(owner)).json.data).toEqual({ ...defaultSettings, name: 'Old' })
  })
})
