/** HTML as programs put it on the clipboard, shortened, with the Markdown expected from it. */
const item = (level: number, mark: string, text: string, part = 'Middle') =>
  `<p class=MsoListParagraphCxSp${part} style='margin-left:${level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>`

const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} @list l0 {mso-list-id:1;} --></style></head>
<body lang=EN-US style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h1><span lang=EN-US>Rigging plan<o:p></o:p></span></h1>
<p class=MsoNormal><span lang=EN-US>We <b>raise</b> the <i>signal</i> and read <a href="https://a.example/guide">the
guide</a>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item(1, '·', 'First', 'First')}
${item(2, 'o', 'Nested')}
${item(2, 'o', 'Nested too')}
${item(1, '·', '<b>Second</b>', 'Last')}
<p class=MsoNormal><span lang=EN-US>Then:<o:p></o:p></span></p>
${item(1, '1.', 'Count', 'First')}
${item(1, '2.', 'Again', 'Last')}
<h2>Costs</h2>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0'><td width=301 valign=top style='width:225.4pt'><p class=MsoNormal><b>Item<o:p></o:p></b></p></td><td><p class=MsoNormal><b>Price<o:p></o:p></b></p></td></tr>
 <tr><td><p class=MsoNormal>Rope<o:p></o:p></p></td><td><p class=MsoNormal>10 | 12<o:p></o:p></p></td></tr>
</table>
<!--EndFragment--></body></html>`

const span = (text: string, style = '') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;${style}">${text}</span>`

const paragraph = (content: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${content}</p>`

const docsItem = (level: number, text: string) =>
  `<li dir="ltr" style="list-style-type:disc;font-weight:400;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;" role="presentation">${span(text)}</p></li>`

const googleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d-7fff-1234-5678-90abcdef1234"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:700;">Rigging plan</span></h2>${paragraph(
  `${span('We ')}<span style="font-size:11pt;font-weight:700;font-style:normal;">raise</span>${span(' the ')}<span style="font-weight:400;font-style:italic;">signal</span>${span(' and read ')}<a href="https://a.example/guide" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;text-decoration:underline;">the guide</span></a>${span('.')}`,
)}<br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem(1, 'First')}<ul style="padding-inline-start:48px;">${docsItem(2, 'Nested')}</ul>${docsItem(1, 'Second')}</ul><br /><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;">${paragraph(span('Item'))}</td><td>${paragraph(span('Price'))}</td></tr><tr><td>${paragraph(span('Rope'))}</td><td>${paragraph(span('10'))}</td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`

const notion = `<meta charset='utf-8'><html><head></head><body><!-- notionvc: 6d3e7a7e-0f63-4b5e-9f8a-2a7b6f1f0c11 --><h1>Rigging plan</h1>
<p>We <strong>raise</strong> the <em>signal</em>, <del>never</del> the <code>flag_2</code>.</p>
<h2>Tasks</h2>
<ul>
<li>[x] Order rope</li>
<li>[ ] Splice it</li>
</ul>
<ol>
<li>Count
<ul>
<li>Nested
</li>
</ul>
</li>
<li>Again</li>
</ol>
<blockquote>
<p>Fair winds</p>
</blockquote>
<pre><code class="language-javascript">const a = [1]

haul(a)
</code></pre>
<hr>
<p>End</p></body></html>`

const webPage = `<meta charset='utf-8'><h2 style="color: rgb(31, 35, 40); font-weight: 600; font-family: -apple-system;">Rigging<a id="user-content-rigging" aria-label="Permalink: Rigging" href="#rigging"><svg viewBox="0 0 16 16"><path d="m7.775 3.275"></path></svg></a></h2><p dir="auto" style="box-sizing: border-box; color: rgb(31, 35, 40); font-weight: 400;">Use<span> </span><strong style="font-weight: 600;">strong rope</strong><span> </span>and<span> </span><a href="https://a.example/a_(b)" rel="nofollow">knots</a>.<br>A new line with <em>stress</em>.</p><div class="highlight highlight-source-shell notranslate"><pre>npm start<span class="pl-k"> --</span> haul</pre><button>Copy</button></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled checked> done</li><li class="task-list-item"><input type="checkbox" disabled> open</li></ul><table><thead><tr><th>Item</th><th align="right">Price</th></tr></thead><tbody><tr><td>Rope</td><td align="right"><b>10</b></td></tr></tbody></table><p><img src="https://a.example/knot.png" alt="A knot"></p>`

export const clipboards = [
  {
    from: 'Word',
    html: word,
    markdown: `## Rigging plan

We **raise** the *signal* and read [the guide](https://a.example/guide).

- First
  - Nested
  - Nested too
- **Second**

Then:

1. Count
2. Again

### Costs

| **Item** | **Price** |
| --- | --- |
| Rope | 10 \\| 12 |`,
  },
  {
    from: 'Google Docs',
    html: googleDocs,
    markdown: `## Rigging plan

We **raise** the *signal* and read [the guide](https://a.example/guide).

- First
  - Nested
- Second

| Item | Price |
| --- | --- |
| Rope | 10 |`,
  },
  {
    from: 'Notion',
    html: notion,
    markdown: `## Rigging plan

We **raise** the *signal*, ~~never~~ the \`flag_2\`.

### Tasks

- [x] Order rope
- [ ] Splice it

1. Count
   - Nested
2. Again

> Fair winds

\`\`\`javascript
const a = [1]

haul(a)
\`\`\`

---

End`,
  },
  {
    from: 'a web page',
    html: webPage,
    markdown: `## Rigging

Use **strong rope** and [knots](https://a.example/a_%28b%29).\\
A new line with *stress*.

\`\`\`shell
npm start -- haul
\`\`\`

- [x] done
- [ ] open

| Item | Price |
| --- | --- |
| Rope | **10** |

![A knot](https://a.example/knot.png)`,
  },
]
