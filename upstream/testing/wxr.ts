const cdata = (text: string) => `<![CDATA[${text}]]>`

export const item = (fields: Record<string, string>, more = '') =>
  `<item>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${cdata(value)}</${name}>`)
    .join('')}${more}</item>`

export const post = (id: number, fields: Record<string, string>, more = '') =>
  item(
    {
      guid: `https://old.example/?p=${id}`,
      'wp:post_id': String(id),
      'wp:post_type': 'post',
      'wp:status': 'publish',
      'wp:post_date_gmt': '2019-03-04 05:06:07',
      'dc:creator': 'ann',
      ...fields,
    },
    more,
  )

export const wxr = (...items: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title>
<wp:author><wp:author_login>${cdata('ann')}</wp:author_login><wp:author_email>${cdata('ADMIN@example.com')}</wp:author_email><wp:author_display_name>${cdata('Ann Old')}</wp:author_display_name></wp:author>
${items.join('\n')}
</channel></rss>`
