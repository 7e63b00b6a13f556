import type { Trx } from '../open.ts'

export async function up({ schema }: Trx): Promise<void> {
  const images = () => schema.alterTable('import_images')
  await images().addColumn('host', 'text').execute()
  await images()
    .addColumn('fetched', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await images()
    .addColumn('problem', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
