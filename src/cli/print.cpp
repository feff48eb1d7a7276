// Text for standard output.
#include "cli/print.h"

#include "report/output_file.h"

namespace speedqa::cli {

void print(std::string_view text) {
    OutputFile output("-", {});
    output.write(text);
    output.finish();
}

}  // namespace speedqa::cli
