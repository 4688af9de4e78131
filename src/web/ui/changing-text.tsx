/**
 * Text that changes, beside other content. Replaced as an element: browsers' translation moves text nodes into elements
 * of its own, where React's changes show nothing, or fail.
 */
export const ChangingText = ({ text }: { text: string }) => <span key={text}>{text}</span>;
