/** The AssemblyScript number types, for the TypeScript build of the scanner: all are numbers there. */
declare type i32 = number;
declare type u32 = number;
declare type bool = boolean;
