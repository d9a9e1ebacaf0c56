/** A small PDF file. `pages`: the text lines of each page. `encrypted`: marks the file as needing a password. */
export function pdfFile(pages: readonly (readonly string[])[], { encrypted = false } = {}): Uint8Array<ArrayBuffer> {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const kids = pages.map((lines) => {
    const text = lines.map((line, index) => `BT /F1 12 Tf 40 ${740 - 16 * index} Td (${line}) Tj ET`).join('\n');
    objects.push(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${objects.length} 0 R /Resources << /Font << /F1 ${font} >> >> >>`,
    );
    return `${objects.length} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`;
  objects.push('<< /Title (The ferry) /Author (E. Okafor) >>');
  const info = objects.length;
  const locked = encrypted
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'1'.repeat(64)}> /U <${'2'.repeat(64)}> >> /ID [<00><00>]`
    : '';
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R${locked} >>\nstartxref\n${file.length}\n%%EOF`;
  return Uint8Array.from(file, (character) => character.charCodeAt(0));
}
