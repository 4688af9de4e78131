/**
 * Text that changes, beside other content. Replaces the whole element, because browsers' translation moves text nodes
 * into elements of its own, in which React's updates have no effect, or fail.
 */
export const ChangingText = ({ text }: { text: string }) => <span key={text}>{text}</span>;
