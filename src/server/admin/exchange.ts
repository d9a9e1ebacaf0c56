/** A command goes over the socket as one HTTP request: its words in a header, its input as the body, its output as the answer's body, and how it ended in the trailers. */
export const argumentsHeader = 'x-arguments';
export const exitCodeTrailer = 'x-exit-code';
export const faultTrailer = 'x-fault';

/** Any text, as a header may carry it. */
export const packed = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

export const unpacked = (text: string | undefined): unknown => JSON.parse(decodeURIComponent(text ?? 'null'));
