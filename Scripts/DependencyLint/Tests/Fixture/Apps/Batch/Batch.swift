import Glibc
import Bootstrap
import UseCases
import Words

@main
struct Batch {
    static func main() { print(words(for: CountBooks(keeper: open()))) }
}
