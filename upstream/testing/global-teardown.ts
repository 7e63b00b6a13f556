export default async function tearDown(): Promise<void> {
  await globalThis.testPostgres?.stop()
  await globalThis.removePrepared?.()
}
